import { Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/icon-button.tsx'
import { chooseTheme, useTheme } from './theme.ts'

export function ThemeToggle({ className }: { className?: string }) {
  const theme = useTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      label={next === 'dark' ? 'Gunakan tampilan gelap' : 'Gunakan tampilan terang'}
      onClick={() => chooseTheme(next)}
      className={className}
    >
      {next === 'dark' ? <Moon size={20} aria-hidden /> : <Sun size={20} aria-hidden />}
    </IconButton>
  )
}
