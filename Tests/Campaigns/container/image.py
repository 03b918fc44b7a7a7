"""The image: how it is made, what is in it, and its files."""

import gzip
import hashlib
import json
import os
import subprocess
import tarfile

from harness.place import ROOT
from harness.verdict import expect


def make(bin, folder, *options):
    command = [f"{ROOT}/packaging/build-image", *options, bin, folder]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def blob(layout, descriptor):
    """The content of a blob, whose digest and size are checked."""
    kind, digest = descriptor["digest"].split(":")
    with open(os.path.join(layout, "blobs", kind, digest), "rb") as file:
        content = file.read()
    expect(f"the digest of {descriptor['mediaType'].split('.')[-1]} holds",
           hashlib.sha256(content).hexdigest() == digest and len(content) == descriptor["size"])
    return content


def unpack(image, layout, root):
    """Checks the layout as a container tool would, and unpacks the layer. Returns the configuration."""
    with tarfile.open(image) as archive:
        archive.extractall(layout)
    with open(os.path.join(layout, "oci-layout")) as file:
        expect("it is an OCI layout", json.load(file) == {"imageLayoutVersion": "1.0.0"})
    with open(os.path.join(layout, "index.json")) as file:
        index = json.load(file)
    manifest = json.loads(blob(layout, index["manifests"][0]))
    config = json.loads(blob(layout, manifest["config"]))
    layer = gzip.decompress(blob(layout, manifest["layers"][0]))
    expect("the layer is the one that the configuration names",
           config["rootfs"]["diff_ids"] == ["sha256:" + hashlib.sha256(layer).hexdigest()])
    with open(os.path.join(layout, "manifest.json")) as file:
        old = json.load(file)[0]
    expect("an older docker finds the same files",
           [old["Config"]] + old["Layers"] == ["blobs/" + part["digest"].replace(":", "/")
                                               for part in [manifest["config"]] + manifest["layers"]])
    os.mkdir(root)
    subprocess.run(["tar", "--extract", "--same-owner", "--numeric-owner", "--preserve-permissions",
                    "--directory", root], input=layer, check=True)
    forget(root)
    return config


def forget(root):
    """Takes the files out of the page cache: the container reads them, so that they count as its memory."""
    for folder, _, names in os.walk(root):
        for name in names:
            if os.path.isfile(os.path.join(folder, name)):
                file = os.open(os.path.join(folder, name), os.O_RDONLY)
                os.fsync(file)
                os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
                os.close(file)
