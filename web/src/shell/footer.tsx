import { useConfig } from '../config.ts'
import { ContactLinks } from '../requirements/contact-links.tsx'
import { cx } from '../ui/cx.ts'

/** Help, complaints, the risk warning and the supervisory authority, as configured by the operator. */
export function Footer({ className }: { className?: string }) {
  const { helpEmail, helpPhone, complaintLine, riskWarning, licenceLine } = useConfig()
  const hasHelp = helpEmail !== null || helpPhone !== null || complaintLine !== null
  if (!hasHelp && riskWarning === null && licenceLine === null) return null
  return (
    <footer
      // The footer is hidden while content loads, because the content would move it.
      className={cx(
        'grid gap-2 border-t border-line py-5 text-meta text-mute in-[main:has([role=status][aria-busy])]:invisible',
        className,
      )}
    >
      {hasHelp && (
        <div>
          <p className="flex flex-wrap items-center gap-x-4">
            <span className="font-semibold text-ink">Bantuan dan pengaduan</span>
            <ContactLinks />
          </p>
          {complaintLine !== null && <p className="max-w-[80ch]">{complaintLine}</p>}
        </div>
      )}
      {riskWarning !== null && (
        <p className="max-w-[80ch]">
          <strong className="font-semibold text-ink">Peringatan risiko.</strong> {riskWarning}
        </p>
      )}
      {licenceLine !== null && <p className="max-w-[80ch]">{licenceLine}</p>}
    </footer>
  )
}
