import { invalid } from '#kernel'
import { sealSecrets, sendTest, serve } from '#server'
import { testMail } from '#server/message/mail-text.ts'
import { mailConfig } from '../index.ts'

export default serve(mailConfig, {
  before: {
    edit: async (ctx, row, change) => {
      const sealed = await sealSecrets(ctx, mailConfig, change)
      const after = { ...row, ...sealed }
      // A server that gets no sender refuses every mail, long after the person who set it up has gone.
      if (after.server && !after.sender) throw invalid([{ field: 'sender', key: 'required' }])
      return sealed
    },
  },
  actions: {
    test: async (ctx, _rows, { email }) => sendTest(ctx, testMail(ctx.language, email)),
  },
})
