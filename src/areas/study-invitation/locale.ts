import { defineLocale, type Words } from '#kernel'
import { ROLE_WORDS } from '#study/role.ts'
import { studyInvitation } from './index.ts'

export default defineLocale(studyInvitation, {
  'zh-cn': {
    title: '团队邀请',
    one: '邀请',
    remark: '邀请还没有账号的人参加研究：发出链接，对方登录或注册后接受，即以此角色进入团队。链接只能用一次，可随时撤销。',
    fields: {
      study: '研究',
      name: '被邀请人',
      email: '邮箱',
      role: '角色',
      departments: '科室',
      to: '参加至',
      expiresAt: '邀请有效期至',
      by: '邀请人',
      issuedAt: '发出时间',
      user: '接受的账号',
      acceptedAt: '接受时间',
      state: '状态',
    },
    options: { role: ROLE_WORDS['zh-cn'], state: { open: '待接受', accepted: '已接受', revoked: '已撤销' } },
    actions: { issue: '发出邀请' },
    moves: { revoked: '撤销' },
    help: {
      email: '填写后，只有使用这个邮箱的账号可以接受，保存后邀请即寄到这里；留空则保存后点“发出邀请”，自己转交链接',
      departments: '只看得到这些科室的受试者；协作者没有自己的数据范围，协调员请务必选择',
      to: '留空表示长期参加',
      expiresAt: '留空为七天',
    },
    errors: {
      lead: '只有这项研究的主要研究者或数据管理员可以邀请',
      beyond: '不能授予您自己在这项研究中没有的科室',
      past: '邀请的有效期应在现在之后、九十天之内',
      times: '参加的结束时间应在邀请的有效期之后',
      closed: '这份邀请已被接受或撤销，请新建一份',
      gone: '这份邀请已失效：可能已过期、已被撤销或已被使用。请联系邀请您的人重新发出',
      already: '您已以这个角色在研究团队中，不需要再接受；要改变科室，请研究的数据管理员在“团队”里调整',
      otherAddress: '这份邀请发给 {email}，而您的账号使用另一个邮箱。请用那个邮箱的账号登录，或在“个人资料”中改用它',
    },
  },
  en: {
    title: 'Team invitations',
    one: 'invitation',
    remark:
      'Invites somebody without an account into a study: they open the link, sign in or register, accept, and are in the team with this role. A link works once and can be revoked at any time.',
    fields: {
      study: 'Study',
      name: 'Invited person',
      email: 'Email',
      role: 'Role',
      departments: 'Departments',
      to: 'In the team until',
      expiresAt: 'Invitation expires',
      by: 'Invited by',
      issuedAt: 'Issued at',
      user: 'Accepted by',
      acceptedAt: 'Accepted at',
      state: 'State',
    },
    options: { role: ROLE_WORDS.en, state: { open: 'Open', accepted: 'Accepted', revoked: 'Revoked' } },
    actions: { issue: 'Issue invitation' },
    moves: { revoked: 'Revoke' },
    help: {
      email:
        'With an address only an account of that address can accept, and saving mails the invitation to it; without one press “Issue invitation” after saving and pass the link on yourself',
      departments:
        'Sees only subjects of these departments; a collaborator has no data scope of their own, so choose some for a coordinator',
      to: 'Leave blank for no end date',
      expiresAt: 'Leave blank for seven days',
    },
    errors: {
      lead: 'Only the principal investigator or a data manager of this study may invite',
      beyond: 'You cannot grant departments that you do not have in this study yourself',
      past: 'An invitation must expire after now and within ninety days',
      times: 'The place in the team must end after the invitation expires',
      closed: 'This invitation was accepted or revoked; make a new one',
      gone: 'This invitation no longer works: it has expired, was revoked or was used. Ask whoever invited you for a new one',
      already:
        'You are in the team with this role already and need not accept; the data manager of the study changes departments under “Team”',
      otherAddress:
        'This invitation is for {email}, and your account has another address. Sign in with the account of that address, or change yours in “Profile”',
    },
  },
})

export const MAILED_WAYS = ['posted', 'noServer', 'noSite', 'noAddress'] as const
/** What became of the mail, beside the link. */
export const MAILED: Record<(typeof MAILED_WAYS)[number], Words> = {
  posted: {
    'zh-cn': '邀请已交给发件箱寄出，也可以把链接另行转交。',
    en: 'The invitation was handed to the outbox; you may also pass the link on yourself.',
  },
  noServer: {
    'zh-cn': '没有可用的邮件服务器，邀请没有寄出：请自己转交链接。',
    en: 'No mail server is set up and enabled, so nothing was mailed: pass the link on yourself.',
  },
  noSite: {
    'zh-cn': '“系统设置”中没有填写网站地址，邀请没有寄出：请自己转交链接。',
    en: 'The settings have no site address, so nothing was mailed: pass the link on yourself.',
  },
  noAddress: { 'zh-cn': '请把链接转交给被邀请人。', en: 'Pass the link on to the invited person.' },
}
export const ONCE: Words = {
  'zh-cn': '链接只显示这一次；以前发出的链接已失效。',
  en: 'The link is shown this once; the one issued before is void.',
}
