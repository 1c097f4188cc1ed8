"""Fixtures of clusters, in memory and on each store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.online.service.clusters import Cluster, StoredCluster
from tests.online.storage.stores import STORES_WITH_ARCHIVE, StoreWithArchive


@pytest.fixture
def cluster() -> Cluster:
    return Cluster()


@pytest.fixture
def store() -> StoreWithArchive:
    """Memory, unless a test is parametrized by store."""
    return STORES_WITH_ARCHIVE["memory"]


@pytest.fixture
async def stored_cluster(store: StoreWithArchive, tmp_path: Path) -> AsyncIterator[StoredCluster]:
    async with store(tmp_path) as (log, archive):
        yield StoredCluster(log, archive)
