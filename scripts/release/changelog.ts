/** What is wrong with the changelog of a version: it must stand first, with its day, and say something. */
export function changelogFaults(text: string, version: string): string[] {
  const parts = text.split(/^## /m).slice(1)
  const [heading = '', ...lines] = (parts[0] ?? '').split('\n')
  const day = heading.startsWith(`${version}, `) ? heading.slice(version.length + 2) : null
  if (day === null) return [`its first heading is not "## ${version}, DAY" but "## ${heading}"`]
  const faults = /^\d{4}-\d{2}-\d{2}$/.test(day) ? [] : [`the day of ${version} is "${day}", not YYYY-MM-DD`]
  return lines.some((line) => line.startsWith('- ')) ? faults : [...faults, `${version} has no entry`]
}
