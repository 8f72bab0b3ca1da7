# The server alone: built with the toolchain, run without it. Both images below may be others of the same Debian
# release: docker build --build-arg RUN_IMAGE=registry.example/debian:bookworm-slim .
ARG BUILD_IMAGE=swift:6.3-bookworm
ARG RUN_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
RUN apt-get update \
  && apt-get install --yes --no-install-recommends \
    libgnutls28-dev libjansson-dev libmicrohttpd-dev libsqlite3-dev pkg-config \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
# The runtime of Swift goes into the binary, so that only C libraries are left to install; every address is bound
# before main, so that the table of them can be read-only (-z now); symbols stay behind (-s).
RUN swift build --configuration release --product taptop --static-swift-stdlib \
    -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now -Xlinker -s \
  && install -D .build/release/taptop /out/taptop

FROM ${RUN_IMAGE}
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libgnutls30 libjansson4 libmicrohttpd12 libsqlite3-0 \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old /var/log/apt /var/log/dpkg.log \
  && groupadd --gid 10001 taptop \
  && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin taptop \
  && install --directory --owner=taptop --group=taptop --mode=0700 /data
COPY --from=build /out/taptop /usr/local/bin/taptop

LABEL org.opencontainers.image.title="taptop" \
  org.opencontainers.image.description="A navigation state machine behind HTTP" \
  org.opencontainers.image.licenses="Apache-2.0"

# TAPTOP_DRAIN ends before an engine loses patience, which most do 10 s after the signal.
ENV TAPTOP_HOST=0.0.0.0 \
  TAPTOP_PORT=8080 \
  TAPTOP_DATA=/data/taptop.db \
  TAPTOP_DRAIN=8s
# A number, so that an orchestrator can tell that it is not root's.
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=5s --retries=3 CMD ["/usr/local/bin/taptop", "health"]
ENTRYPOINT ["/usr/local/bin/taptop"]
CMD ["serve"]
