"""The vocabulary of the project: frozen, closed records.

People write rubrics and site descriptions, so those are pydantic models (``rubric``, ``site``);
machines write runs and measurements, so those are msgspec structs (``run``).
"""
