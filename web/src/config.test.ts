import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const neutral = {
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

test('NAV-06 without usable settings the screens show a neutral operator name and no licence line', () => {
  for (const answer of [null, undefined, 'x', {}, { operatorName: ' ', licenceLine: '', apiBase: 5 }]) {
    expect(readConfig(answer)).toEqual(neutral)
  }
  const given = {
    operatorName: 'Sawah Dana',
    operatorMark: '/mark.svg',
    licenceLine: 'Berizin',
    helpEmail: 'bantuan@sawah.example',
    helpPhone: '+62 21 5000 1234',
    complaintLine: 'Pengaduan dijawab dalam 10 hari kerja.',
    riskWarning: 'Pendanaan berisiko.',
    apiBase: 'https://api.example/api/v1/',
    esignOrigin: 'https://sign.example',
    other: 1,
  }
  const { other: _, ...known } = given
  expect(readConfig(given)).toEqual({ ...known, apiBase: 'https://api.example/api/v1' })
})

test('NAV-01 builds the API base from a same-origin path, a bare origin or a full URL', () => {
  const cases = [
    ['', '/api/v1'],
    ['https://api.example', 'https://api.example/api/v1'],
    ['https://api.example/', 'https://api.example/api/v1'],
    ['https://api.example/lender-api/v1/', 'https://api.example/lender-api/v1'],
    ['/proxy/api', '/proxy/api'],
  ]
  for (const [apiBase, expected] of cases) expect(readConfig({ apiBase }).apiBase).toBe(expected)
})
