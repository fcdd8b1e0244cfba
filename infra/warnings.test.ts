import { describe, expect, it } from 'vitest'
import { misspeltWarnings } from './warnings.ts'

describe('a variable of the environment', () => {
  it.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['SESION_SECRET', 'SESSION_SECRET'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['MONGO_URL', 'MONGODB_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['AWS_ACCES_KEY_ID', 'AWS_ACCESS_KEY_ID'],
    ['port', 'PORT'],
  ])('%s is taken for %s', (name, meant) =>
    expect(misspeltWarnings({ [name]: 'x' })).toEqual([`${name} is not a setting. Did you mean ${meant}?`]),
  )

  it('that only looks like one that is set is let be', () =>
    expect(misspeltWarnings({ SMTP_URI: 'x', SMTP_URL: 'smtp://mail.example.com' })).toEqual([]))

  it.each([
    ...[
      'HOME',
      'PATH',
      'HOSTNAME',
      'USER',
      'SHELL',
      'TERM',
      'LANG',
      'PWD',
      'TMPDIR',
      'TZ',
      'EDITOR',
      'MAIL',
      'LOGNAME',
    ],
    ...['NODE_PATH', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'XDG_CACHE_HOME', 'SSH_AUTH_SOCK'],
    ...['npm_config_cache', 'npm_package_name', 'INIT_CWD', 'COLOR', 'http_proxy', 'no_proxy', 'HTTPS_PROXY', 'CI'],
    ...[
      'AWS_PROFILE',
      'AWS_SESSION_TOKEN',
      'AWS_DEFAULT_REGION',
      'JOURNAL_STREAM',
      'INVOCATION_ID',
      'MONGODB_PASSWORD',
    ],
    ...[
      'S3_PASSWORD',
      'EVENTSTORE_PASSWORD',
      'SITE',
      'HTTP_PORT',
      'HTTPS_PORT',
      'API_PORT',
      'CHROMIUM_PATH',
      'STATE_DIRECTORY',
    ],
  ])('%s is taken for none', (name) => expect(misspeltWarnings({ [name]: 'x' })).toEqual([]))
})
