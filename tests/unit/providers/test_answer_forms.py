"""Which response formats a server refuses, whichever thread discovers the refusal first."""

from backend.providers.answer_forms import AnswerForms
from backend.providers.llm_answer import AnswerForm

STRONGEST, *_, WEAKEST = AnswerForm


def refuse(forms, *refused):
    for form in refused:
        forms.refused(form, 400)


def test_forms_refused_for_good_are_not_tried_again():
    forms = AnswerForms()
    refuse(forms, *(form for form in AnswerForm if form is not WEAKEST))
    forms.understood(WEAKEST)
    assert forms.to_try() == (WEAKEST,)


def test_late_answer_in_an_abandoned_form_changes_nothing():
    forms = AnswerForms()
    refuse(forms, *AnswerForm)
    forms.understood(WEAKEST)
    forms.refused(WEAKEST, 400)
    forms.understood(STRONGEST)
    assert forms.to_try() == (WEAKEST,)
