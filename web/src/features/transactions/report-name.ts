/** Jakarta is seven hours ahead of UTC all year. */
const jakartaOffset = 7 * 60 * 60 * 1000

/**
 * The name of the saved report, `Funding - {number} - {timestamp}.csv` (specification, section 2). The timestamp is
 * the second in Jakarta as fourteen digits: it sorts, and any file system takes it.
 * @param number of the bulk funding; what no file name can hold becomes a low line
 */
export function reportName(number: string, now: Date): string {
  const jakarta = new Date(now.getTime() + jakartaOffset).toISOString()
  const timestamp = jakarta.replaceAll(/\D/g, '').slice(0, 14)
  return `Funding - ${number.replaceAll(/[^\w.-]+/g, '_')} - ${timestamp}.csv`
}
