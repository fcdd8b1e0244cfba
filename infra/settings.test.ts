import { describe, expect, it } from 'vitest'
import { Misconfigured } from './misconfigured.ts'
import { readSettings } from './settings.ts'

describe('settings', () => {
  it('are all optional', () => {
    expect(readSettings({ PATH: '/bin' })).toEqual({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      demo: true,
    })
  })

  it('count a blank one as absent', () => {
    expect(readSettings({ PORT: ' ', ADMIN_EMAIL: '', DEMO: '' })).toMatchObject({ port: 3000, demo: true })
  })

  it('never show a demo in production', () => {
    expect(readSettings({ NODE_ENV: 'production', DEMO: 'true' }).demo).toBe(false)
  })

  it.each([
    [{ PORT: 'eighty' }, 'PORT must be a port number.'],
    [{ PORT: '70000' }, 'PORT must be a port number.'],
    [{ DEMO: 'yes' }, 'DEMO must be true or false.'],
    [{ PUBLIC_URL: 'example.com' }, 'PUBLIC_URL must begin with http:// or https://.'],
    [{ EVENTSTORE_URL: 'http://localhost:2113' }, 'EVENTSTORE_URL must begin with esdb:// or esdb+discover://.'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must have at least 32 characters.'],
    [{ ADMIN_EMAIL: 'a@example.com' }, 'ADMIN_EMAIL goes together with ADMIN_PASSWORD: set both or neither.'],
    [{ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have at least 10 characters.'],
  ])('say what is wrong in one sentence: %j', (env, sentence) => {
    expect(() => readSettings(env as Record<string, string>)).toThrow(new Misconfigured(sentence))
  })
})
