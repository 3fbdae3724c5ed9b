"""Rates publishers by registrable domain, with rules for suffixes. The user's ratings take precedence over the table.

A listed domain covers its subdomains (climate.nasa.gov counts as nasa.gov) and nothing else, so nasa.gov.evil.com belongs
to evil.com.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from backend.domain.trust import Channel, SourceRating, SourceTier, SourceType
from backend.errors import ConfigurationError
from backend.sources.constants import SOURCE_CONSTANTS
from backend.sources.domains import archived, host_of, is_bare_address, path_of, platform_of, split_host
from backend.sources.overrides import EXAMPLE, Override, read_overrides, write_overrides
from backend.sources.table import TABLE_FILE, Group, SourceStanding, names_of, table

DEFAULT_LANGUAGE = "en"
_PERSONAL = re.compile(r"/(?:~|%7e)\w", re.IGNORECASE)
_MEMBER = "A member's page"
_PLATFORMS = "Platforms where anybody publishes"
_ANONYMOUS = SourceStanding(tier=SourceTier.D, credibility=0.3, channel=Channel.SOCIAL, type=SourceType.SOCIAL)
"""The rating of names that a platform gives to anyone, and of IP addresses."""


class Rule(StrEnum):
    """The kind of rule on which a rating is based."""

    READER = "reader"
    LISTED = "listed"
    SUFFIX = "suffix"
    UNLISTED = "unlisted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """The reason for a rating: the rule, the name that matched ("" if unlisted), and the text of the rule."""

    rule: Rule
    matched: str = ""
    because: str = ""


class SourceRegistry:
    """Rates sources. Thread-safe: `use` replaces the user's ratings for all threads at once."""

    def __init__(self, overrides: Mapping[str, Override] | None = None) -> None:
        self._view = _View(overrides or {})

    @classmethod
    def load(cls, path: Path | None) -> SourceRegistry:
        """Return a registry with the ratings in the user's file, if a path is given.

        Raises ConfigurationError if the file is missing or malformed. For the format of the file, see `read_overrides`.
        """
        return cls(load_overrides(path) if path else None)

    def use(self, overrides: Mapping[str, Override]) -> None:
        """Replace the user's ratings with `overrides`."""
        self._view = _View(overrides)

    @property
    def overrides(self) -> Mapping[str, Override]:
        """The user's ratings by domain."""
        return self._view.overrides

    @property
    def digest(self) -> str:
        """The first 16 hex characters of a hash of the table and the user's ratings."""
        return self._view.digest

    def rate(self, url_or_domain: str) -> SourceRating:
        """Return the rating of a source. Never raises.

        The user's rating comes first, then the rating of the most specific listed domain, then the rating of the
        suffix, and last tier C with credibility 0.5. Names that a platform gives to anyone, and IP addresses, are
        leads. A personal page on a university site does not get the university's rating. The `domain` of the rating is
        the publisher's main domain (bbc.com for bbc.co.uk), or "" for an invalid URL.
        """
        return self._view.judge(url_or_domain)[0]

    def ground(self, url_or_domain: str) -> Ground:
        """Return the reason for the rating that `rate` returns."""
        return self._view.judge(url_or_domain)[1]

    def domains_of(self, kind: SourceType) -> tuple[str, ...]:
        """Return the domains of this source type: first the domains in the table, in table order, then the user's domains."""
        return tuple(name for name in self._view.names if self.rate(name).type is kind)

    def trusted_news(self, language: str = DEFAULT_LANGUAGE) -> tuple[str, ...]:
        """Return the news sites to search first in this language, except sites that the user has downgraded.

        If the table has no such sites for this language, the English ones are used.
        """
        return self._search_list(table().lists.trusted_news, SourceType.NEWS, language)

    def fact_checkers(self, language: str = DEFAULT_LANGUAGE) -> tuple[str, ...]:
        """Return the fact-checkers to search first in this language, except sites that the user has downgraded.

        If the table has no such sites for this language, the English ones are used.
        """
        return self._search_list(table().lists.fact_checkers, SourceType.FACT_CHECKER, language)

    def health_sites(self) -> tuple[str, ...]:
        """Return the health sites, except sites that the user has downgraded."""
        return tuple(name for name in table().lists.health if self.rate(name).credible)

    def _search_list(self, lists: Mapping[str, tuple[str, ...]], kind: SourceType, language: str) -> tuple[str, ...]:
        listed = lists.get(language.split("-", maxsplit=1)[0], lists[DEFAULT_LANGUAGE])
        user_sites = [name for name in self.overrides if self.rate(name).type is kind and name not in listed]
        ordered = (*user_sites[: SOURCE_CONSTANTS.reader_first], *listed, *user_sites[SOURCE_CONSTANTS.reader_first :])
        return tuple(name for name in ordered if self.rate(name).credible)


class _View:
    """An immutable combination of the table and the user's ratings."""

    def __init__(self, overrides: Mapping[str, Override]) -> None:
        self.overrides = MappingProxyType(dict(overrides))
        self._groups: dict[str, Group] = {name: group for group in table().groups for name in group.domains}
        self._rules = {suffix: rule for rule in table().suffixes for suffix in rule.suffixes}
        self.names = tuple(dict.fromkeys((*self._groups, *self.overrides)))
        self.digest = _digest((TABLE_FILE.read_bytes(), write_overrides(self.overrides)))
        self.judge = lru_cache(maxsize=8192)(self._judge)

    def _judge(self, url_or_domain: str) -> tuple[SourceRating, Ground]:
        url_or_domain = archived(url_or_domain) or url_or_domain
        host = host_of(url_or_domain)
        if not host:
            return (
                _lead_rating("", "a number instead of a name")
                if is_bare_address(url_or_domain)
                else _unlisted_rating("")
            )
        names = names_of(host)
        publisher = names[-1]
        rating, ground = self._rate_by_table(names, split_host(host)[1], publisher)
        overridden_name = next((name for name in names if name in self.overrides), "")
        if not overridden_name:
            personal = rating.type is SourceType.ACADEMIC and _PERSONAL.search(path_of(url_or_domain))
            return _unlisted_rating(publisher, _MEMBER) if personal else (rating, ground)
        override = self.overrides[overridden_name]
        return override.rating(publisher, rating.type), Ground(
            rule=Rule.READER, matched=overridden_name, because=override.note
        )

    def _rate_by_table(self, names: tuple[str, ...], suffix: str, publisher: str) -> tuple[SourceRating, Ground]:
        for name in names:
            group = self._groups.get(name)
            if group:
                return group.rating(publisher), Ground(rule=Rule.LISTED, matched=name, because=group.name)
        rule = self._rules.get(suffix)
        if rule:
            return rule.rating(publisher), Ground(rule=Rule.SUFFIX, matched=suffix, because=rule.name)
        platform = platform_of(names[0])
        free = bool(platform) and not any(platform == name or platform.endswith(f".{name}") for name in table().bought)
        return _lead_rating(publisher, _PLATFORMS, platform) if free else _unlisted_rating(publisher)


def _lead_rating(domain: str, because: str, matched: str = "") -> tuple[SourceRating, Ground]:
    return _ANONYMOUS.rating(domain), Ground(rule=Rule.SUFFIX, matched=matched, because=because)


def _unlisted_rating(domain: str, because: str = "") -> tuple[SourceRating, Ground]:
    rating = SourceRating(
        domain=domain,
        tier=SourceTier.C,
        credibility=SOURCE_CONSTANTS.neutral,
        type=SourceType.UNKNOWN,
        channel=Channel.ORDINARY,
    )
    return rating, Ground(rule=Rule.UNLISTED, because=because)


def _digest(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part + b"\n")
    return digest.hexdigest()[:16]


def load_overrides(path: Path) -> dict[str, Override]:
    """Return the ratings in a user's file. Raises ConfigurationError, with an example, if the file is missing or malformed."""
    try:
        return read_overrides(path.read_bytes())
    except OSError as error:
        raise ConfigurationError(f"Cannot read the sources file {path}.", hint=EXAMPLE) from error
    except ValueError as error:
        raise ConfigurationError(f"The sources file {path} is malformed: {error}", hint=EXAMPLE) from error
