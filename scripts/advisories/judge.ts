/** What is used of the answer of `npm audit --json`, version 2. */
export type Audit = {
  auditReportVersion?: number
  vulnerabilities?: Record<string, { via: readonly (string | Advisory)[] }>
}

type Advisory = { name: string; title: string; url: string; severity: string; range: string }

/** The day on which each advisory was first answered, by its address: registries do not say when one was published. */
export type Seen = Record<string, string>

export type Verdict = { lines: string[]; overdue: number; seen: Seen }

const dayMs = 86_400_000

/** Days to mend it from the first answer on, as docs/security/README.md has it. */
const daysToMend = (severity: string): number => (['critical', 'high'].includes(severity) ? 7 : 30)

/**
 * Judges the advisories that a registry has for the installed packages: which are known, since when, and which are past
 * their time to mend.
 * @param today as YYYY-MM-DD
 * @returns null where the registry does not answer such questions
 */
export function judgeAudit(audit: Audit, before: Seen, today: string): Verdict | null {
  if (audit.auditReportVersion === undefined || !audit.vulnerabilities) return null
  const known = new Map<string, Advisory>()
  for (const { via } of Object.values(audit.vulnerabilities))
    for (const one of via) if (typeof one === 'object') known.set(one.url, one)
  const verdict: Verdict = { lines: [], overdue: 0, seen: {} }
  for (const { name, title, url, severity, range } of known.values()) {
    const since = before[url] ?? today
    const days = Math.round((Date.parse(today) - Date.parse(since)) / dayMs)
    const isOverdue = days > daysToMend(severity)
    verdict.seen[url] = since
    if (isOverdue) verdict.overdue += 1
    verdict.lines.push(
      `${isOverdue ? 'OVERDUE  ' : ''}${severity}  ${name} ${range}: ${title} (${url}), known for ${days} days, to be mended in ${daysToMend(severity)}`,
    )
  }
  return verdict
}
