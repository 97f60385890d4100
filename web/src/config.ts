import { useSyncExternalStore } from 'react'

/** What the operator sets on the server, not in the build. The server answers it at /lender/config.json. */
export type RuntimeConfig = {
  operatorName: string
  /** Address of the operator's own mark, or null for ours. */
  operatorMark: string | null
  /** The sentence about the operator's licence. Null where none is configured: then nothing is claimed. */
  licenceLine: string | null
  /** Where the API answers, `/api/v1` included; without an origin it is the origin of this page. */
  apiBase: string
  /** The origin whose page is embedded for signing, and whose messages are believed. */
  esignOrigin: string | null
}

const neutral: RuntimeConfig = {
  operatorName: 'Pematang',
  operatorMark: null,
  licenceLine: null,
  apiBase: '/api/v1',
  esignOrigin: null,
}

/** A bare origin, or nothing, is completed by the path of the API; an address with a path is taken as it is. */
function apiBaseOf(given: string): string {
  const base = given.trim().replace(/\/+$/, '')
  return /^(https?:\/\/[^/]+)?$/.test(base) ? base + neutral.apiBase : base
}

/** Takes the known fields that have the right type; whatever is missing keeps its neutral value. */
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
    apiBase: apiBaseOf(text('apiBase') ?? ''),
    esignOrigin: text('esignOrigin'),
  }
}

let current = neutral
let loading: Promise<RuntimeConfig> | undefined
const listeners = new Set<() => void>()

async function fetchConfig(): Promise<RuntimeConfig> {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`config.json answered ${response.status}`)
  return readConfig(await response.json())
}

/**
 * Fetches the configuration once; later calls share the answer. The first paint does not wait for it, the
 * first API call does. A failed fetch gives the neutral values and is tried again on the next call.
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

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The configuration as far as it is known; neutral until it has arrived. */
export const useConfig = (): RuntimeConfig => useSyncExternalStore(subscribe, () => current)
