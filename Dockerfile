# The server with its page and compiled kernels. docs/operations.md explains how to run it and to pin the images by digest,
# and what was not tested.
FROM python:3.11-slim AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# Node, which builds the page, comes from PyPI and stays out of the image.
RUN python -m venv /opt/chieu \
    && sed -n '/^uv==/,/[^\\]$/p' constraints.txt > uv.txt \
    && /opt/chieu/bin/pip install --no-cache-dir --require-hashes --requirement uv.txt \
    && /opt/chieu/bin/uv pip install --no-cache --python /opt/chieu/bin/python \
        --constraint constraints.txt --build-constraint constraints.txt ".[postgres]" \
    && /opt/chieu/bin/uv pip uninstall --python /opt/chieu/bin/python uv
# A wheel can be built without kernels or page. An image must have both.
RUN site="$(/opt/chieu/bin/python -c 'import sysconfig; print(sysconfig.get_path("platlib"))')" \
    && test -f "$site/chieu/web/index.html" && ls "$site"/chieu__mypyc*.so

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin chieu \
    && install --directory --owner chieu --mode 0700 /data
COPY --from=build /opt/chieu /opt/chieu
ENV PATH=/opt/chieu/bin:$PATH PYTHONDONTWRITEBYTECODE=1 \
    CHIEU_HOST=0.0.0.0 CHIEU_PORT=8000 CHIEU_DATA=/data/tables.db \
    XDG_CACHE_HOME=/tmp/cache
USER 10001
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
# Liveness, not readiness: a restart does not help a container that cannot write to its disk.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['CHIEU_PORT'] + os.environ.get('CHIEU_BASE_PATH', '').rstrip('/') + '/healthz', timeout=2)"]
ENTRYPOINT ["chieu"]
CMD ["serve"]
