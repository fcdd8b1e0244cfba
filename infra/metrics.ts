import { performance } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type EventStore, WrongRevision } from './events/store.ts'
import { type DependencyReport, dependencies } from './health.ts'
import { createServer, listen, nameOf } from './http.ts'

// Loaded only where METRICS_PORT is set: the library takes forty milliseconds of a start and twenty megabytes.

export type Metrics = Awaited<ReturnType<typeof serveMetrics>>

/** Gauges that are sampled when they are scraped, and not before. */
type SampledGauges = {
  /** The read models this process keeps; `lag` in milliseconds. */
  models: readonly { name: string; lag: number; setAside: readonly unknown[] }[]
  /** The damaged streams that are known. */
  damaged(): readonly unknown[]
  unavailableDependencies(): Promise<DependencyReport>
  /** How many pages are connected, where there is a live connection. */
  sockets?(): number
}

/** The buckets in seconds: from a commit to a local disk to what no caller waits for any longer. */
const buckets = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]

/**
 * Serves `/metrics`, as Prometheus reads it, on a port of its own, which is to be reached by the operator's network
 * only. Throws `Misconfigured` when the port cannot be had.
 */
export async function serveMetrics(port: number, host: string) {
  const registry = new Registry()
  const registers = [registry]
  const appended = new Counter({ name: 'atelier_events_appended_total', help: 'Events appended', registers })
  const conflicts = new Counter({
    name: 'atelier_append_conflicts_total',
    help: 'Appends retried because of a concurrent append',
    registers,
  })
  const appending = new Histogram({
    name: 'atelier_append_duration_seconds',
    help: 'Duration of appends, successful or not',
    ...{ buckets, registers },
  })
  const answering = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, by route',
    labelNames: ['method', 'route', 'status'],
    ...{ buckets, registers },
  })
  processGauges(registry)

  const http = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  const taken = await listen(http, port, host, 'METRICS_PORT')

  return {
    lines: [`metrics    http://${nameOf(host)}:${taken}/metrics`],

    /** The same store, with its appends counted and timed. */
    measured: (events: EventStore): EventStore => ({
      ...events,
      async append(stream, expected, proposed) {
        const began = performance.now()
        try {
          const recorded = await events.append(stream, expected, proposed)
          appended.inc(recorded.length)
          return recorded
        } catch (error) {
          if (error instanceof WrongRevision) conflicts.inc()
          throw error
        } finally {
          appending.observe((performance.now() - began) / 1_000)
        }
      },
    }),

    /** Counts an answer. `route` must be one of few, whatever people ask for; `took` in milliseconds. */
    answered(method: string, route: string, status: number, took: number): void {
      answering.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, took / 1_000)
    },

    watch({ models, damaged, unavailableDependencies, sockets }: SampledGauges): void {
      const ofModels = (name: string, help: string, look: (model: (typeof models)[number]) => number) =>
        new Gauge({
          ...{ name, help, labelNames: ['model'], registers },
          collect() {
            for (const model of models) this.set({ model: model.name }, look(model))
          },
        })
      ofModels('atelier_projection_lag_seconds', 'How long a read model has been behind', ({ lag }) => lag / 1_000)
      const unapplied = 'Documents not updated because an event could not be applied'
      ofModels('atelier_projection_set_aside', unapplied, ({ setAside }) => setAside.length)
      new Gauge({
        name: 'atelier_dependency_down',
        help: '1 while the dependency is down',
        ...{ labelNames: ['dependency'], registers },
        async collect() {
          const { down } = await unavailableDependencies()
          for (const dependency of dependencies) this.set({ dependency }, Number(down.includes(dependency)))
        },
      })
      const help = 'Damaged streams found by this process'
      sampledGauge(registry, 'atelier_damaged_streams', help, () => damaged().length)
      if (sockets) sampledGauge(registry, 'atelier_sockets_open', 'Live connections', sockets)
    },

    async close(): Promise<void> {
      http.close()
      http.closeAllConnections()
    },
  }
}

/** A gauge that is sampled when it is scraped. */
function sampledGauge(registry: Registry, name: string, help: string, look: () => number): void {
  new Gauge({
    ...{ name, help, registers: [registry] },
    collect() {
      this.set(look())
    },
  })
}

/**
 * The library's own would time the event loop a hundred times a second and look at every garbage collection. These,
 * under the usual names, cost nothing until they are scraped.
 */
function processGauges(registry: Registry): void {
  const { timeOrigin, eventLoopUtilization } = performance
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time, the system’s included',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  sampledGauge(registry, 'process_start_time_seconds', 'When it started, since 1970', () => timeOrigin / 1_000)
  sampledGauge(registry, 'process_resident_memory_bytes', 'Memory in use', () => process.memoryUsage.rss())
  sampledGauge(registry, 'nodejs_heap_size_used_bytes', 'Heap memory in use', () => process.memoryUsage().heapUsed)
  let before = eventLoopUtilization()
  sampledGauge(registry, 'nodejs_eventloop_utilization', 'Share of time busy since the last scrape', () => {
    const now = eventLoopUtilization()
    const { utilization } = eventLoopUtilization(now, before)
    before = now
    return utilization
  })
}
