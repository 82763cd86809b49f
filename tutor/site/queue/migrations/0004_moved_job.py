"""Jobs that wait, or were begun, name the function that does them: it stands elsewhere now."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

BEFORE, NOW = "tutor.queue.jobs.run_job", "tutor.site.queue.jobs.run_job"


def rename(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    apps.get_model("django_tasks_database", "DBTaskResult").objects.filter(task_path=BEFORE).update(
        task_path=NOW
    )


def rename_back(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    apps.get_model("django_tasks_database", "DBTaskResult").objects.filter(task_path=NOW).update(
        task_path=BEFORE
    )


class Migration(migrations.Migration):
    dependencies = [
        ("queue", "0003_daily_job"),
        ("django_tasks_database", "0021_conditional_partial_index_ordering"),
    ]

    operations = [migrations.RunPython(rename, rename_back)]
