"""What `kata zoo` filed: every results file below the zoo, as rows."""
import json
from pathlib import Path

ZOO = Path(__file__).resolve().parent.parent


def rows():
    """Yields one dict per kernel and device: where, exercise, device, us, work."""
    for path in sorted(ZOO.rglob("*results.json")):
        data = json.loads(path.read_text())
        for result in data["results"]:
            yield {
                "where": str(path.parent.relative_to(ZOO)),
                "exercise": data["exercise"],
                "device": result["device"] + (" (modelled)" if result["modelled"] else ""),
                "us": result["median_us"],
                "bytes": result.get("bytes"),
                "flops": result.get("flops"),
                "citation": result.get("citation", ""),
            }
