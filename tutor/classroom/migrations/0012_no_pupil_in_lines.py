from typing import Any

from django.db import migrations


def name_no_pupil(apps: Any, schema_editor: Any) -> None:
    """What a pupil took along was noted with the account of the pupil."""
    apps.get_model("classroom", "AuditLine").objects.filter(what="taken-along").update(user=None)


class Migration(migrations.Migration):
    dependencies = [("classroom", "0011_slip_shown")]

    operations = [migrations.RunPython(name_no_pupil, migrations.RunPython.noop, elidable=True)]
