"""The rulebook and what is looked up beside it. Rule ids and slugs are permanent, so the addresses are too."""

from django.urls import path

from tutor.reference.views import (
    about,
    card,
    glossary,
    matrix,
    position,
    questions,
    rule_sets,
    rulebook,
    scored,
    search,
)

urlpatterns = [
    path("course/card/", card.card, name="card"),
    path("table/<str:public_id>/card/", card.table_card, name="table-card"),
    path("course/rules/", matrix.matrix, name="matrix"),
    path("rules/", rulebook.rules, name="rules"),
    path("rules/sets/", rule_sets.rule_sets, name="rule-sets"),
    path("rules/set/<slug:name>/", rule_sets.rule_set, name="rule-set"),
    path("rules/compare/", rule_sets.compare, name="compare"),
    path("rules/classic/<str:rule_id>/", rulebook.rule, name="rule"),
    path("questions/", questions.questions, name="questions"),
    path("questions/<slug:slug>/", questions.question, name="reader-question"),
    path("glossary/", glossary.glossary, name="glossary"),
    path("search/", search.find, name="search"),
    path("about/", about.about, name="about"),
    path("position/", position.position, name="position"),
    path("position/scored/", scored.scored, name="scored"),
]
