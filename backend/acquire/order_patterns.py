"""Patterns of English prompt injections, based on published examples.

Each pattern has plain words, at least one of which must occur in the text. Searching for these words is fifty times as
fast as searching with the regular expression.
"""

from __future__ import annotations

import re

_START = r"(?:^|[.!?:;\"“”*>\n]\s*|\bplease,? (?:also )?)"
_VERBS = (
    "add|alter|anagram|answer|append|apply|augment|begin|change|classify|combine|convert|embed|encode|end|enhance|express|finish|group"
    "|ignore|include|incorporate|insert|integrate|introduce|judge|jumble|label|make|mark|misspell|modify|output|present|print|provide"
    "|put|randomly|rate|rearrange|remove|render|repeat|replace|reply|report|respond|return|reverse|rewrite|say|scatter|scramble|spell"
    "|start|state|substitute|swap|tease|tell|translate|treat|use|write"
)
_MACHINE = (
    r"(?:AI|A\.I\.|LLM|GPT|chatbot|(?:large )?language model|virtual assistant|AI (?:assistant|system|model)"
    r"|automated (?:reader|system|fact[- ]checker))s?"
)
_REST = r"(?:[^.!?\n]|[.!?](?=[\w\"”]))"
_ANSWER = r"(?:answer|response|reply|output|message|verdict|judge?ment|explanation)"
_LABEL = r"(?<!or )[\"'“‘*`]?\b(?:supports|supported|refutes|refuted|neutral|TRUE|FALSE|True|False|entails|entailed)\b(?! or\b)"
_TELL = (
    r"(?-i:[Ss]ay|[Aa]nswer|[Rr]espond|[Rr]eply|[Oo]utput|[Rr]eturn|[Ww]rite|[Cc]onclude|[Jj]udge|[Rr]ate|mark)\b"
    rf"{_REST}{{0,80}}(?:\b{_ANSWER}\b|{_LABEL}|\b(?:true|false|claim|statement)\b)"
)
"""An instruction to give a certain answer. A capitalised "Mark" is not matched, because it is also a name."""
_MODELS = ("ai", "a.i.", "llm", "gpt", "chatbot", "language model", "virtual assistant", "automated")
_ANSWERS = ("answer", "response", "reply", "output", "message", "verdict", "judgment", "judgement", "explanation")
_THINGS = ("claim", "statement", "passage", "evidence")
_SIDES = ("support", "refute", "neutral", "true", "false", "entail", "verified")
_INSTRUCTED = ("instruction", "prompt", "rules", "guideline", "directions", "orders")
_Row = tuple[tuple[str, ...], str]
_ENGLISH: tuple[_Row, ...] = (
    (
        _INSTRUCTED,
        rf"\b(?:ignore|disregard|forget|override|bypass|overrule)\b{_REST}{{0,40}}"
        r"\b(?:previous|prior|above|earlier|preceding|former|system|your|all other)\b"
        rf"{_REST}{{0,25}}\b(?:instructions?|prompts?|rules|guidelines|directions|orders)\b",
    ),
    (
        ("ignore", "disregard", "forget"),
        rf"{_START}(?:disregard|ignore|forget) (?:everything (?:you|above)\b(?!{_REST}{{0,20}}\babout)"
        r"|all (?:of )?(?:this|that|the above)|the (?:above|previous))\b",
    ),
    (
        _INSTRUCTED,
        r"\b(?:do not|don't|never) (?:reveal|mention|follow|repeat) (?:this|these|your|any) (?:earlier |previous |system )?"
        r"(?:instructions?|guidelines|prompt)\b",
    ),
    (("your",), rf"{_START}(?:{_VERBS})\b{_REST}{{0,160}}\byour (?:next |final |own )?{_ANSWER}\b"),
    (("in your",), rf"\bin your {_ANSWER},? (?:{_VERBS}|suggest|mention|you (?:must|should))\b"),
    (("you are",), rf"\byou are (?:now )?(?:an?|the) (?:\w+ ){{0,3}}{_MACHINE}\b"),
    (_MODELS, rf"\bas an? {_MACHINE},? you\b"),
    (
        _MODELS,
        rf"\b(?:note|notice|attention|message|instructions?)\b:? (?:to|for) (?:all |any |every |the |an? )?{_MACHINE}\b",
    ),
    (
        _MODELS,
        rf"\b{_MACHINE} (?:must|should|shall|have to|are required to|is required to)\b{_REST}{{0,60}}"
        rf"(?:\bconclude that\b|\b{_TELL})",
    ),
    (_MODELS, rf"\b{_MACHINE}(?::|,? please|,? kindly) {_TELL}"),
    (
        ("gpt", "gemini", "claude", "copilot", "llama"),
        rf"\b(?:chat ?GPT|Gemini|Claude|Copilot|Llama)\s*(?::|,? please\b|,? kindly\b) *(?:please |kindly )?{_TELL}",
    ),
    (
        _THINGS,
        rf"{_START}(?:mark|label|classify|judge|treat|answer|respond|reply|output|return|always)\b{_REST}{{0,80}}"
        rf"\b(?:claim|statement|passage|evidence)\b{_REST}{{0,60}}"
        r"\b(?:true|false|supported|supports|refuted|refutes|verified|neutral)\b",
    ),
    (
        _THINGS,
        rf"\b(?:verdict|answer|stance|rating|label) (?:for|on|of|to) (?:the|this) (?:claim|statement|passage)\b{_REST}{{0,30}}"
        r"\b(?:must|has to) be\b",
    ),
    (
        _THINGS,
        r"\b(?:claim|statement|passage) (?:must|should|has to|needs to) be (?:labell?ed|marked|rated|classified)\b"
        rf"{_REST}{{0,20}}{_LABEL}",
    ),
    (
        ("label", "stance", "verdict"),
        rf"\b(?:assign|give|set)\b{_REST}{{0,20}}\b(?:label|stance|verdict)\b{_REST}{{0,10}}{_LABEL}",
    ),
    (_SIDES, rf"{_START}(?:respond|reply|answer|output|print|return|say)\b{_REST}{{0,30}}{_LABEL}"),
    (
        _SIDES,
        r"\byou (?:must|should|will|have to)(?: always| now| only)? (?:output|answer|respond|reply|return|conclude)\b"
        rf"{_REST}{{0,40}}{_LABEL}",
    ),
    (
        ("task is",),
        r"\byour (?:new |real |only )?task is (?:now )?to (?:say|answer|output|respond|judge|mark|classify|conclude)\b",
    ),
    (
        ("fact", "verif", "judging", "evaluat"),
        r"\b(?:dear|(?:note|attention|message|reminder):? (?:to|for)) (?:all |any |the |our )?"
        r"(?:fact[- ]check(?:er|ing)|verif(?:ier|ication)|judging|evaluat(?:or|ion))"
        rf"\b{_REST}{{0,60}}(?:[,:] ?|\b(?:please|kindly|must|you should) )(?:rate|mark|label|conclude|judge|classify|answer)\b",
    ),
    (("summari",), r"\b(?:anyone|whoever|any \w+) summari[sz]ing this (?:page|text|article)\b"),
    (
        ("instruction", "prompt"),
        r"\b(?:new|updated|real|actual|hidden) (?:system )?(?:instructions?|prompt)\s*:"
        rf"{_REST}{{0,80}}\b(?:you|your|{_ANSWER}|respond|return|say|claim|true|false|supports?|refutes?)\b",
    ),
    (
        _ANSWERS + _THINGS,
        r"(?:^|\n)\s*(?:system|admin|developer|root)(?: \w+)?: *(?:you|ignore|override|output|answer|classify|mark|set)\b"
        rf"{_REST}{{0,80}}\b(?:output|answer|respond|claim|verdict|stance|classify)\b",
    ),
    (("#",), r"(?:^|\n)#{1,4} ?(?:system|instructions?|response) *(?::|\n|$)"),
    (
        ("<", "[inst", "[/inst"),
        r"<\|[a-z_]{2,20}\|>|\[/?INST\]|<</?SYS>>|</?data-[0-9a-f]{4,}>"
        r"|(?<!`)</?(?:system|instructions?|passage|claim|evidence|assistant|user|human|verdict|stance|context|prompt)>"
        r"(?! (?:tags?|elements?|blocks?|sections?)\b)"
        r"|<!--[^>]{0,80}\b(?:AI|LLM|GPT|assistant|model)\b",
    ),
    (
        (":",),
        r"[\"'](?:stance|verdict|reasoning|quote)[\"']\s*:\s*[\"']"
        r"|[\"'](?:label|confidence|conclusion)[\"']\s*:\s*[\"']?(?:supports?|refutes?|true|false|[01]\.)",
    ),
)
PATTERNS: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = tuple(
    (words, re.compile(pattern, re.IGNORECASE)) for words, pattern in _ENGLISH
)
"""Pairs of (lower-case words, regular expression).

A text matches a pair if it contains one of the words and the expression matches.
"""
