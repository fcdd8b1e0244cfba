# syntax=docker/dockerfile:1.7
# Makes the certificates that the servers inside show each other: certificates.sh.
FROM alpine:3.24
RUN apk add --no-cache openssl
COPY infra/tools/docker/certificates.sh /usr/local/bin/certificates
ENTRYPOINT ["sh", "/usr/local/bin/certificates"]
