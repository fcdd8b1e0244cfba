import { join } from 'node:path'
import { loadOrCreateSecret } from '#infra/secret.ts'
import { goProgram, type ServiceContext } from './install.ts'
import { freePort, serve } from './run.ts'
import type { Service } from './service.ts'

const version = 'v0.0.0-20260212201848-7aac2a2c5b7c'

/** An S3 server: MinIO. */
export async function startMinio(context: ServiceContext): Promise<Service> {
  const { folder, signal } = context
  const program = await goProgram('minio', version, 'github.com/minio/minio', context)
  const [port, console] = [await freePort(9100), await freePort(0)]
  const user = 'atelier'
  const password = await loadOrCreateSecret(folder, 'minio.secret')
  const { stop } = await serve(
    program,
    ['server', join(folder, 'minio'), '--address', `127.0.0.1:${port}`, '--console-address', `127.0.0.1:${console}`],
    async () => {
      const { ok } = await fetch(`http://127.0.0.1:${port}/minio/health/ready`)
      if (!ok) throw new Error('not yet')
    },
    {
      log: join(folder, 'minio.log'),
      signal,
      env: { MINIO_ROOT_USER: user, MINIO_ROOT_PASSWORD: password, MINIO_UPDATE: 'off' },
    },
  )
  return {
    against: 'MinIO, as of 2026-02-12',
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'atelier',
      AWS_ACCESS_KEY_ID: user,
      AWS_SECRET_ACCESS_KEY: password,
      AWS_REGION: 'us-east-1',
    },
    stop,
  }
}
