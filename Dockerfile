# One backend with its models. Build: docker build -t claimlight:0.1.0 .   What was tried of it: docs/scaling.md.
# Run:   docker run --read-only --tmpfs /tmp --cap-drop ALL -p 127.0.0.1:8737:8737 -v claimlight:/data -e CLAIMLIGHT_TOKEN=… claimlight:0.1.0
FROM python:3.13-slim AS build
WORKDIR /app
COPY requirements.txt requirements-postgres.txt requirements-mcp.txt constraints.txt ./
RUN python -m venv /opt/claimlight
RUN /opt/claimlight/bin/pip install --no-cache-dir -r requirements.txt -r requirements-postgres.txt -r requirements-mcp.txt
COPY LICENSE ./
COPY backend backend
COPY chrome_extension/_locales chrome_extension/_locales
# Nothing can be compiled later: the file system is read-only.
RUN /opt/claimlight/bin/python -m compileall -q --invalidation-mode unchecked-hash backend

FROM python:3.13-slim
ENV PATH=/opt/claimlight/bin:$PATH PYTHONUNBUFFERED=1 HOME=/tmp CLAIMLIGHT_ALLOW_REMOTE=1
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin claimlight
RUN install -d -o claimlight -m 700 /data
COPY --from=build /opt/claimlight /opt/claimlight
COPY --from=build /app/LICENSE /app/LICENSE
COPY --from=build /app/backend /app/backend
COPY --from=build /app/chrome_extension /app/chrome_extension
WORKDIR /app
USER 10001
VOLUME /data
EXPOSE 8737
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["python", "-c", \
    "import http.client as h, sys; c = h.HTTPConnection('127.0.0.1', 8737, timeout=4); c.request('GET', '/api/health'); sys.exit(b'claimlight' not in c.getresponse().read())"]
ENTRYPOINT ["python", "-m", "backend"]
CMD ["serve", "--host", "0.0.0.0", "--data-dir", "/data"]
