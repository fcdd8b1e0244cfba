import { expect, it } from 'vitest'
import { storesNamed } from './stores.ts'

const found = (against: Record<string, string>, missing: Record<string, string> = {}) => ({
  BENCH_SERVERS: JSON.stringify({ against, missing }),
})

it('says against what it measures', () => {
  expect(storesNamed('embedded', {})).toMatchObject({
    embedded: true,
    line: expect.stringContaining('embedded stores'),
  })
  const servers = { MongoDB: 'FerretDB', S3: 'MinIO' }
  expect(storesNamed('servers', found(servers))).toMatchObject({
    embedded: false,
    line: 'servers: EventStoreDB (the double, which tells little of what a real one costs), MongoDB (FerretDB), S3 (MinIO)',
  })
})

it('refuses stores that no one knows, and servers that are not there', () => {
  expect(() => storesNamed('clouds', {})).toThrow('There are no stores clouds. There are embedded, servers.')
  const missing = { S3: 'no S3_ENDPOINT is set, and `npm run services` is not running' }
  expect(() => storesNamed('servers', found({ MongoDB: 'FerretDB' }, missing))).toThrow(
    '--stores=servers needs S3: no S3_ENDPOINT is set, and `npm run services` is not running.',
  )
})
