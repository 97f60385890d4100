import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const neutral = {
  operatorName: 'Pematang',
  operatorMark: null,
  licenceLine: null,
  apiBase: '/api/v1',
  esignOrigin: null,
}

test('NAV-06 the operator is neutral and claims no licence unless the server says so', () => {
  for (const answer of [null, undefined, 'x', {}, { operatorName: ' ', licenceLine: '', apiBase: 5 }]) {
    expect(readConfig(answer)).toEqual(neutral)
  }
  const given = {
    operatorName: 'Sawah Dana',
    operatorMark: '/mark.svg',
    licenceLine: 'Berizin',
    apiBase: 'https://api.example/api/v1/',
    esignOrigin: 'https://sign.example',
    other: 1,
  }
  const { other: _, ...known } = given
  expect(readConfig(given)).toEqual({ ...known, apiBase: 'https://api.example/api/v1' })
})

test('NAV-01 the API answers at the same origin, at a bare origin, or at the address given', () => {
  const cases = [
    ['', '/api/v1'],
    ['https://api.example', 'https://api.example/api/v1'],
    ['https://api.example/', 'https://api.example/api/v1'],
    ['https://api.example/lender-api/v1/', 'https://api.example/lender-api/v1'],
    ['/proxy/api', '/proxy/api'],
  ]
  for (const [apiBase, expected] of cases) expect(readConfig({ apiBase }).apiBase).toBe(expected)
})
