"""Reads YAML from standard input and writes JSON; a key that stands twice is an error and not the last one."""
import json
import sys

import yaml


class Strict(yaml.SafeLoader):
    def construct_mapping(self, node, deep=False):
        seen = set()
        for key, _ in node.value:
            if key.tag == "tag:yaml.org,2002:merge":
                continue
            name = self.construct_object(key, deep=True)
            if name in seen:
                raise yaml.constructor.ConstructorError(None, None, f"the key {name} stands twice", key.start_mark)
            seen.add(name)
        return super().construct_mapping(node, deep)


json.dump(yaml.load(sys.stdin, Loader=Strict), sys.stdout)
