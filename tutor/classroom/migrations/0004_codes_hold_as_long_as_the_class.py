from datetime import datetime
from typing import Any

from django.db import migrations
from django.utils import timezone


def hold(apps: Any, schema_editor: Any) -> None:
    """Codes of which nobody chose how long they are valid now hold as long as their class."""
    for classroom in apps.get_model("classroom", "Classroom").objects.all():
        end = timezone.make_aware(datetime.combine(classroom.delete_on, datetime.min.time()))
        first = classroom.pupils.filter(code_version=1, code_expires__gt=timezone.now())
        first.exclude(code_expires__gt=end).update(code_expires=end)


class Migration(migrations.Migration):
    dependencies = [("classroom", "0003_passing_on")]

    operations = [migrations.RunPython(hold, migrations.RunPython.noop, elidable=True)]
