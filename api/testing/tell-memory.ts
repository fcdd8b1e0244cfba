import Module from 'node:module'

// Imported before a program of its own: answers each message with what its process has in memory.

/** The parts of Node and the packages that are loaded; how large the heap is, and how large it was at most, in bytes. */
export type Memory = { builtins: string[]; packages: string[]; heap: number; largestHeap: number }

type Loaded = { moduleLoadList: string[] }

const heapSize = () => process.memoryUsage().heapTotal

let largestHeap = 0
setInterval(() => {
  largestHeap = Math.max(largestHeap, heapSize())
}, 20).unref()

/** Those that were required: the drivers are, by themselves or by what is imported of them. */
const packages = () =>
  Object.keys((Module as unknown as { _cache: object })._cache).flatMap(
    (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  )

process.on('message', () => {
  const { moduleLoadList: builtins } = process as unknown as Loaded
  process.send!({ builtins, packages: [...new Set(packages())], heap: heapSize(), largestHeap } satisfies Memory)
})
process.channel?.unref()
