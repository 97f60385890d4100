import { useSyncExternalStore } from 'react'
import { fetchWithin } from './api/time-limit.ts'

/**
 * The settings that the operator makes on the server, not in the build. The server writes them into the page, and
 * serves them at /lender/config.json if the page is hosted elsewhere.
 */
export type RuntimeConfig = {
  operatorName: string
  /** URL of the operator's logo, or null for the logo of the product. */
  operatorMark: string | null
  /** The sentence about the operator's licence. Null where none is configured: then no licence is claimed. */
  licenceLine: string | null
  /** The operator's contacts and the sentence on complaints; each is null where it is not configured. */
  helpEmail: string | null
  helpPhone: string | null
  complaintLine: string | null
  /** Null until the configuration has loaded. */
  riskWarning: string | null
  /** Base URL of the API, including `/api/v1`; without an origin it is relative to the origin of this page. */
  apiBase: string
  /** The origin whose page is embedded for signing, and whose messages are accepted. */
  esignOrigin: string | null
}

const neutral: RuntimeConfig = {
  operatorName: 'Pematang',
  operatorMark: null,
  licenceLine: null,
  helpEmail: null,
  helpPhone: null,
  complaintLine: null,
  riskWarning: null,
  apiBase: '/api/v1',
  esignOrigin: null,
}

/** Appends the path of the API to a bare origin or an empty text; a URL with a path is kept as it is. */
function apiBaseOf(given: string): string {
  const base = given.trim().replace(/\/$/, '')
  return /^(https?:\/\/[^/]+)?$/.test(base) ? base + neutral.apiBase : base
}

/** Takes the known fields that have the right type; other fields get an empty default value. */
export function readConfig(answer: unknown): RuntimeConfig {
  const given = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>
  const text = (key: keyof RuntimeConfig) => {
    const value = given[key]
    return typeof value === 'string' && value.trim() !== '' ? value : null
  }
  return {
    operatorName: text('operatorName') ?? neutral.operatorName,
    operatorMark: text('operatorMark'),
    licenceLine: text('licenceLine'),
    helpEmail: text('helpEmail'),
    helpPhone: text('helpPhone'),
    complaintLine: text('complaintLine'),
    riskWarning: text('riskWarning'),
    apiBase: apiBaseOf(text('apiBase') ?? ''),
    esignOrigin: text('esignOrigin'),
  }
}

/** The configuration that the server has written into the page, so that no call is needed. */
function configInPage(): RuntimeConfig | null {
  const written = typeof document === 'undefined' ? null : document.getElementById('config')?.textContent
  return written ? readConfig(JSON.parse(written)) : null
}

const given = configInPage()
let current = given ?? neutral
let loading: Promise<RuntimeConfig> | undefined = given ? Promise.resolve(given) : undefined
const listeners = new Set<() => void>()

async function fetchConfig(): Promise<RuntimeConfig> {
  return fetchWithin(`${import.meta.env.BASE_URL}config.json`, { cache: 'no-cache' }, async (response) => {
    if (!response.ok) throw new Error(`config.json answered ${response.status}`)
    return readConfig(await response.json())
  })
}

/**
 * Fetches the configuration once; later calls share the answer. The first paint does not wait for it, the first API
 * call does. A failed fetch gives the default values and is retried on the next call.
 */
export function loadConfig(): Promise<RuntimeConfig> {
  loading ??= fetchConfig().then(
    (config) => {
      current = config
      for (const listener of listeners) listener()
      return config
    },
    () => {
      loading = undefined
      return current
    },
  )
  return loading
}

/** Sets the configuration that the server would send, for rendering without a browser. */
export function provideConfig(answer: unknown): void {
  current = readConfig(answer)
}

const currentConfig = () => current

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current configuration; empty default values until it has loaded. */
export const useConfig = (): RuntimeConfig => useSyncExternalStore(subscribe, currentConfig, currentConfig)
