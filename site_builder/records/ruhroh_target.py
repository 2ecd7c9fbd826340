"""A benchmark target: everything that is the experimental condition of a sample."""

from __future__ import annotations

import msgspec

STREAMS = ("harness-controlled", "model-controlled", "native-stack", "recommended-stack", "custom")
"""What a comparison holds constant; ``recommended-stack`` is the former name of ``native-stack``."""


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of the records here: frozen, defaults left out of JSON. Fields are given by keyword."""


class ModelIdentity(Record, frozen=True, kw_only=True):
    """A language model as requested or as reported."""

    provider: str = ""
    model: str = ""
    canonical_id: str = ""
    """Name shared by harnesses that need different strings for one model."""
    version: str = ""
    protocol: str = ""
    prompt_version: str = ""


class Harness(Record, frozen=True, kw_only=True):
    """The program around the model."""

    name: str = ""
    version: str = ""


class ProviderPath(Record, frozen=True, kw_only=True):
    """The way to the model: one free text, or its parts."""

    text: str = ""
    provider: str = ""
    protocol: str = ""
    gateway: str = ""
    base_url: str = ""

    @property
    def parts(self) -> dict[str, str]:
        """The stated parts by the name under which exports hold them."""
        named = {
            "provider": self.provider,
            "protocol": self.protocol,
            "gateway": self.gateway,
            "baseUrl": self.base_url,
        }
        return {name: value for name, value in named.items() if value}


class Target(Record, frozen=True, kw_only=True):
    """A benchmark target: the whole experimental condition that a sample was run under."""

    target_id: str
    stream: str = ""
    adapter_id: str = ""
    adapter_command: str = ""
    harness: Harness = Harness()
    requested_model: ModelIdentity = ModelIdentity()
    actual_model: ModelIdentity | None = None
    """As the wrapper reported it; ``None`` when it did not."""
    provider_path: ProviderPath = ProviderPath()
    recommended: bool | None = None
    """Whether this is the stack that the harness is meant to run with; ``None`` when unstated."""
    faults: tuple[str, ...] = ()
    """What is wrong with the recorded shape, a phrase each; empty for a well-formed target."""
