import { expect, test } from 'vitest'
import { judgeAudit } from './judge.ts'

const advisory = (name: string, severity: string) => ({
  source: 1,
  name,
  dependency: name,
  title: `a hole in ${name}`,
  url: `https://github.com/advisories/${name}`,
  severity,
  range: '<2.0.0',
})

const audit = {
  auditReportVersion: 2,
  vulnerabilities: {
    bad: { via: [advisory('bad', 'high')] },
    // What only depends on it names it.
    user: { via: ['bad', advisory('mild', 'moderate')] },
  },
}

test.each([
  ['2026-11-08', '2026-10-30', 0],
  ['2026-11-09', '2026-10-30', 1],
  ['2026-11-30', '2026-10-30', 2],
])(
  'SEC-14 SEC-15 on %s advisories that were first seen on 2026-11-01 (high) and %s (moderate) have %i past their time to mend',
  (today, mild, overdue) => {
    const seen = {
      'https://github.com/advisories/bad': '2026-11-01',
      'https://github.com/advisories/mild': mild,
      'https://github.com/advisories/mended': '2026-01-01',
    }
    const verdict = judgeAudit(audit, seen, today)
    expect(verdict?.overdue).toBe(overdue)
    expect(verdict?.lines.filter((line) => line.startsWith('OVERDUE'))).toHaveLength(overdue)
    expect(Object.keys(verdict?.seen ?? {})).toHaveLength(2)
  },
)

test('SEC-14 an advisory that is new has its whole time to mend, and each is listed once with its package', () => {
  const verdict = judgeAudit(audit, {}, '2026-11-29')
  expect(verdict).toMatchObject({ overdue: 0, seen: { 'https://github.com/advisories/bad': '2026-11-29' } })
  expect(verdict?.lines).toEqual([
    expect.stringMatching(/^high {2}bad <2\.0\.0: a hole in bad .* known for 0 days, to be mended in 7$/),
    expect.stringMatching(/^moderate {2}mild .* to be mended in 30$/),
  ])
})

test('SEC-14 an answer of a registry that has no advisories to give differs from one without any', () => {
  expect(judgeAudit({ auditReportVersion: 2, vulnerabilities: {} }, {}, '2026-11-29')).toMatchObject({
    overdue: 0,
  })
  expect(judgeAudit(JSON.parse('{"message":"405 Method Not Allowed"}'), {}, '2026-11-29')).toBeNull()
})
