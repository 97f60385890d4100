import type { Metrics } from '../../platform/metrics/metrics.ts'

const unavailable = {
  name: 'pematang_document_store_unavailable_total',
  help: 'Documents that could not be kept or read because their store was not reachable.',
}

const wrong = {
  name: 'pematang_document_store_wrong_total',
  help: 'Documents whose bytes outside the database were missing or not those that were kept.',
}

/** Counts documents that could not be kept or read. */
export class StoreMetrics {
  readonly #counters: Record<'unavailable' | 'wrong', () => void>

  constructor(metrics: Metrics) {
    this.#counters = {
      unavailable: metrics.counter(unavailable),
      wrong: metrics.counter(wrong),
    }
  }

  count(what: 'unavailable' | 'wrong'): void {
    this.#counters[what]()
  }
}
