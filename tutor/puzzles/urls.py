"""Practising: ratings, rounds, reports. Addresses below ``puzzles/`` belong to the lessons."""

from datetime import date

from django.urls import path, register_converter

from tutor.puzzles import (
    admin_views,
    begin_views,
    daily_views,
    dashboard_views,
    map_views,
    notebook_views,
    report_views,
    round_views,
    sheet_views,
    weekly_views,
)

app_name = "practice"


class ModeConverter:
    """A mode of several themes."""

    regex = "mixed|streak|storm"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class DayConverter:
    """A day as 2026-11-21."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


class WeekConverter:
    """An ISO week as 2026-W48; as a value its Monday."""

    regex = "[0-9]{4}-W[0-9]{2}"

    def to_python(self, value: str) -> date:
        year, _, number = value.partition("-W")
        return date.fromisocalendar(int(year), int(number), 1)

    def to_url(self, value: date) -> str:
        year, number, _ = value.isocalendar()
        return f"{year}-W{number:02}"


register_converter(ModeConverter, "mode")
register_converter(DayConverter, "day")
register_converter(WeekConverter, "week")

urlpatterns = [
    path("practice/", dashboard_views.dashboard, name="dashboard"),
    path("practice/rating/", dashboard_views.switch_rating, name="rating"),
    path("practice/notebook/", notebook_views.notebook, name="notebook"),
    path("practice/notebook/<path:slug>/as/<path:cards>/", notebook_views.do_cards, name="notebook-cards"),
    path("practice/notebook/<path:slug>/", notebook_views.do, name="notebook-do"),
    path("practice/admin/", admin_views.desk, name="admin"),
    path("practice/sheet/<slug:theme>/", sheet_views.sheet, name="sheet"),
    path("practice/report/", report_views.report, name="report"),
    path("practice/<mode:mode>/", begin_views.by_mode, name="mode"),
    path("practice/theme/<slug:theme>/", begin_views.by_theme, name="theme"),
    path("practice/rounds/<int:played>/", round_views.lead, name="round"),
    path("practice/rounds/<int:played>/end/", round_views.end, name="round-end"),
    path("practice/rounds/<int:played>/<int:number>/", round_views.question, name="question"),
    path("practice/map/", map_views.theme_map, name="map"),
    path("practice/weekly/", weekly_views.now, name="weekly"),
    path("practice/weekly/<week:week>/", weekly_views.of_week, name="week"),
    path("practice/weekly/<week:week>/<int:number>/", weekly_views.question, name="week-question"),
    path("practice/daily/", daily_views.today, name="daily"),
    path("practice/daily/<day:day>/", daily_views.of_day, name="day"),
    path("practice/daily/<day:day>/result/", daily_views.result, name="daily-result"),
]
