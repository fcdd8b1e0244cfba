import { open } from 'node:fs/promises'

/** Makes a folder's entries durable: a file's own fsync does not reach its name. */
export async function settle(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
