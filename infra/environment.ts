import { Misconfigured } from './misconfigured.ts'

/**
 * Adds to the environment of this process what `.env` in its folder says; what the environment has already stays, a blank
 * one too. Throws `Misconfigured` when there is one that cannot be read.
 */
export function loadDotEnv(): void {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new Misconfigured(`Cannot read .env: ${message}.`)
  }
}
