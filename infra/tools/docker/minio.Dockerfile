# syntax=docker/dockerfile:1.7
# MinIO from its source, by the version that `npm run services` builds (infra/tools/services/minio.ts): its own image is no
# longer renewed.
FROM golang:1.26.8-alpine AS build
RUN CGO_ENABLED=0 go install github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c

FROM alpine:3.24
RUN apk add --no-cache ca-certificates curl && adduser -D -u 1000 minio && mkdir /data && chown minio /data
COPY --from=build /go/bin/minio /usr/local/bin/minio
USER minio
VOLUME /data
EXPOSE 9000
ENTRYPOINT ["minio"]
