import { ConfigProvider, type ThemeConfig } from 'antd'
import en from 'antd/es/locale/en_US.js'
import zh from 'antd/es/locale/zh_CN.js'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useLanguage } from '../i18n/index.ts'
import { behind } from '../languages.ts'
import { color, font, size } from './theme.ts'

export const antdTheme: ThemeConfig = {
  token: {
    colorPrimary: color.accent,
    colorLink: color.accent,
    colorSuccess: color.passed,
    colorWarning: color.warned,
    colorError: color.failed,
    colorInfo: color.accent,
    colorText: color.ink,
    colorTextSecondary: color.ink2,
    colorTextTertiary: color.ink3,
    colorTextPlaceholder: color.ink3,
    // What cannot be changed is still read; antd's own would be a quarter of black.
    colorTextDisabled: color.ink3,
    colorBgContainerDisabled: color.sunken,
    colorBorder: color.lineStrong,
    colorBorderSecondary: color.line,
    colorBgLayout: color.page,
    borderRadius: size.radius,
    fontFamily: 'var(--f-text)',
    fontFamilyCode: font.code,
    fontSize: size.base,
    controlHeight: 32,
    motionDurationFast: '0.1s',
    motionDurationMid: '0.15s',
    motionDurationSlow: '0.2s',
    boxShadowSecondary: '0 6px 24px rgb(19 26 36 / 12%), 0 1px 3px rgb(19 26 36 / 8%)',
  },
  components: {
    Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
    Menu: {
      itemHeight: 34,
      itemMarginBlock: 1,
      itemMarginInline: 8,
      itemBorderRadius: size.radius,
      subMenuItemBorderRadius: size.radius,
      collapsedWidth: 64,
      itemBg: 'transparent',
      subMenuItemBg: 'transparent',
      activeBarBorderWidth: 0,
      iconSize: 16,
    },
    Modal: { titleFontSize: 16 },
    Tooltip: { colorBgSpotlight: '#1d2733', fontSize: 12 },
  },
}

/** Where the specification puts every dialog, and no smaller than it says. */
const modalPlace = { top: 15, minWidth: 340, minHeight: 140 }

const stillTheme: ThemeConfig = { ...antdTheme, token: { ...antdTheme.token, motion: false } }

const quiet = window.matchMedia('(prefers-reduced-motion: reduce)')
const subscribe = (notify: () => void): (() => void) => {
  quiet.addEventListener('change', notify)
  return () => quiet.removeEventListener('change', notify)
}

export const AntdTheme = ({ children }: { children: ReactNode }) => {
  const still = useSyncExternalStore(subscribe, () => quiet.matches)
  return (
    <ConfigProvider
      locale={behind(useLanguage()) === 'en' ? en : zh}
      theme={still ? stillTheme : antdTheme}
      button={{ autoInsertSpace: false }}
      modal={{ style: modalPlace }}
    >
      {children}
    </ConfigProvider>
  )
}
