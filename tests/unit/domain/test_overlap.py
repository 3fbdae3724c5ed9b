from backend.domain.overlap import anchors
from tests.each_row import each_row


@each_row("passage", ["The UN was founded in 1945.", "The United Nations was founded in 1945."])
def test_initials_match_the_full_name(passage):
    assert anchors("In 1945 the United Nations was founded", passage) == 1.0
