"""What tests use of the verifier, by one name."""

from site_builder.output.verify.boards import BoardCheck
from site_builder.output.verify.command import lines_of, main, said_of
from site_builder.output.verify.faults import KINDS, Fault
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.pages import PageCheck, check_page
from site_builder.output.verify.ranking import BoardAgain, BoardRun, needed_by_boards
from site_builder.output.verify.report import certificate, report_of
from site_builder.output.verify.run_record import RunPage
from site_builder.output.verify.site import Site
from site_builder.output.verify.two_versions import DifferenceCheck, PairCheck, summed_up

__all__ = [
    "KINDS",
    "BoardAgain",
    "BoardCheck",
    "BoardRun",
    "DifferenceCheck",
    "Fault",
    "Graph",
    "PageCheck",
    "PairCheck",
    "RunPage",
    "Site",
    "certificate",
    "check_page",
    "lines_of",
    "main",
    "needed_by_boards",
    "report_of",
    "said_of",
    "summed_up",
]
