import { KeyRound, LogOut } from 'lucide-react'
import { Link } from '../../ui/link.tsx'
import { paths } from '../paths.ts'
import { useMe } from '../session/me.ts'
import { rightWords } from '../session/right-words.ts'
import { useLogout } from '../session/use-logout.ts'

const row = 'flex min-h-11 w-full items-center gap-3 rounded-control px-2 font-medium hover:bg-idle-tint'

/** Who is logged in, their passkeys, and the way out. */
export function PersonLinks({ onChosen }: { onChosen: () => void }) {
  const me = useMe()
  const logOut = useLogout()
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className="font-semibold">{me.name}</p>
      <p className="text-table text-mute">{me.rights.map((right) => rightWords[right]).join(', ')}</p>
      <div className="-mx-2 mt-2 grid">
        <Link to={paths.passkeys} replace onClick={onChosen} className={row}>
          <KeyRound size={18} aria-hidden className="text-mute" />
          Kunci sandi saya
        </Link>
        <button type="button" className={row} onClick={() => void logOut()}>
          <LogOut size={18} aria-hidden className="text-mute" />
          Keluar
        </button>
      </div>
    </div>
  )
}
