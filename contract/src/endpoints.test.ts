import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { commonRefusals, refusals } from './refusals.ts'

const all = Object.entries<Endpoint>(endpoints)

test('API-06 every API call has a unique name and a unique pair of method and path', () => {
  for (const [name, endpoint] of all) expect(endpoint.operationId).toBe(name)
  const addresses = all.map(([, endpoint]) => `${endpoint.method} ${endpoint.path}`)
  expect(new Set(addresses).size).toBe(all.length)
})

test('an API call that moves money is never a GET and needs a session', () => {
  for (const [, endpoint] of all.filter(([, one]) => one.movesMoney)) {
    expect(endpoint.method).not.toBe('GET')
    expect(endpoint.auth).toBe('lender')
  }
})

test('a GET call has no body, and no API call repeats the error codes that are common to all calls', () => {
  for (const [, endpoint] of all) {
    if (endpoint.method === 'GET') expect(endpoint.body).toBeUndefined()
    expect(endpoint.errors.filter((code) => (commonRefusals as readonly string[]).includes(code))).toEqual([])
  }
})

test('ERR-02 every error code has an error message, and only INTERNAL has status 500', () => {
  for (const [code, { status, sentence }] of Object.entries(refusals)) {
    expect(sentence({ amount: 1_000 }).length).toBeGreaterThan(10)
    expect(status === 500).toBe(code === 'INTERNAL')
  }
})
