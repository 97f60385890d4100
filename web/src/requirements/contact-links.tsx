import { useConfig } from '../config.ts'
import { cx } from '../ui/cx.ts'

const link = 'inline-flex min-h-11 items-center font-medium text-brand underline-offset-4 hover:underline'

/** The operator's e-mail address and telephone number, as far as they are configured. */
export function ContactLinks() {
  const { helpEmail, helpPhone } = useConfig()
  return (
    <>
      {helpEmail !== null && (
        <a href={`mailto:${helpEmail}`} className={cx(link, 'wrap-anywhere')}>
          {helpEmail}
        </a>
      )}
      {helpPhone !== null && (
        <a href={`tel:${helpPhone.replaceAll(/[^+\d]/g, '')}`} className={cx(link, 'figures')}>
          {helpPhone}
        </a>
      )}
    </>
  )
}

/** How to reach the operator, below what only the operator can put right; nothing where no contact is configured. */
export function ContactLine() {
  const { helpEmail, helpPhone } = useConfig()
  if (helpEmail === null && helpPhone === null) return null
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-table">
      <span className="text-mute">Hubungi kami</span>
      <ContactLinks />
    </p>
  )
}
