"""The ephemeris as JSON, in au and degrees, rounded to what mean elements can promise."""

import json
from typing import Any

from orrery.ephemeris import Body, Snapshot, julian_day


def describe(body: Body) -> dict[str, Any]:
    """One body as plain data."""
    return {
        "name": body.planet.name,
        "heliocentric_au": [round(part, 6) for part in body.position],
        "longitude_deg": round(body.position.longitude, 4),
        "latitude_deg": round(body.position.latitude, 4),
        "sun_distance_au": round(body.position.length, 6),
        "earth_distance_au": round(body.from_earth.length, 6),
    }


def entry(moment: Snapshot) -> dict[str, Any]:
    """One instant as plain data."""
    time = {"instant": moment.instant.isoformat(), "julian_day": julian_day(moment.instant)}
    return time | {"bodies": list(map(describe, moment.bodies))}


def render(moments: list[Snapshot]) -> str:
    """Return a document of one or more instants."""
    document = {"frame": "ecliptic J2000", "ephemeris": list(map(entry, moments))}
    return json.dumps(document, indent=2) + "\n"
