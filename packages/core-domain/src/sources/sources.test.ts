import { describe, expect, it } from 'vitest'
import { namesAdvertisements, sourceOfHost, sourceOfTag } from './index.ts'
import { SOURCE_KINDS, SOURCE_LIST } from './source-list.ts'

const PATTERN = /^(?:\.|\?\?\.)?[\da-z-]+(?:\.[\da-z-]+)*\.?(?:\/\S*)?$/

describe('the source of a host', () => {
  it.each([
    ['google.com', 'Google', 'search'],
    ['www.google.co.uk', 'Google', 'search'],
    ['google.cat', 'Google', 'search'],
    ['images.google.fr', 'Google Images', 'search'],
    ['uk.search.yahoo.com', 'Yahoo!', 'search'],
    ['cn.bing.com', 'Bing', 'search'],
    ['m.baidu.com', 'Baidu', 'search'],
    ['yandex.com.tr', 'Yandex', 'search'],
    ['mail.google.com', 'Gmail', 'email'],
    ['mail.yandex.kz', 'Yandex Mail', 'email'],
    ['owa.example.co.uk', 'owa.example.co.uk', 'email'],
    ['mail.bing.com', 'mail.bing.com', 'email'],
    ['mail.baidu.com', 'mail.baidu.com', 'email'],
    ['mail.kakao.com', 'Kakao Mail', 'email'],
    ['email.seznam.cz', 'Seznam Mail', 'email'],
    ['webmail.example.org', 'webmail.example.org', 'email'],
    ['mail2.example.org', 'mail2.example.org', 'email'],
    ['poczta.wp.pl', 'WP Poczta', 'email'],
    ['messagerie.orange.fr', 'Orange Mail', 'email'],
    ['deref-gmx.net', 'GMX Mail', 'email'],
    ['deref-1und1-7.de', 'deref-1und1-7.de', 'email'],
    ['cse.google.fr', 'Google Custom Search', 'search'],
    ['someone.telegra.ph', 'Telegram', 'social'],
    ['es.aliexpress.com', 'AliExpress', 'shopping'],
    ['com.fsck.k9', 'K-9 Mail', 'email'],
    ['gathering.tweakers.net', 'Gathering of Tweakers', 'social'],
    ['svtplay.se', 'SVT Play', 'video'],
    ['mail02.example.org', 'mail02.example.org', 'email'],
    ['wmail.example.org', 'wmail.example.org', 'email'],
    ['messageriepro3.orange.fr', 'messageriepro3.orange.fr', 'email'],
    ['navigator-lxa.mail.com', 'Mail.com', 'email'],
    ['inbox.com', 'Inbox.com', 'email'],
    ['upcmail.hispeed.ch', 'UPC Mail', 'email'],
    ['blog.naver.com', 'Naver Blog', 'social'],
    ['r.search.yahoo.com', 'Yahoo!', 'search'],
    ['someone.wordpress.com', 'WordPress', 'social'],
    ['someone.blogspot.com', 'Blogger', 'social'],
    ['tubitv.com', 'Tubi', 'video'],
    ['cr.shopping.naver.com', 'Naver Shopping', 'shopping'],
    ['market.yandex.ru', 'Yandex Market', 'shopping'],
    ['labs.openai.com', 'ChatGPT', 'ai'],
    ['l.facebook.com', 'Facebook', 'social'],
    ['digg.com', 'Digg', 'social'],
    ['flickr.com', 'Flickr', 'social'],
    ['de.pinterest.com', 'Pinterest', 'social'],
    ['pinterest.co.kr', 'Pinterest', 'social'],
    ['music.youtube.com', 'YouTube', 'video'],
    ['smile.amazon.de', 'Amazon', 'shopping'],
    ['m.shopping.naver.com', 'Naver Shopping', 'shopping'],
    ['m365.cloud.microsoft', 'Copilot', 'ai'],
    ['copilot.com', 'Copilot', 'ai'],
    ['pplx.ai', 'Perplexity', 'ai'],
    ['kimi.com', 'Kimi', 'ai'],
    ['www.doubao.com', 'Doubao', 'ai'],
    ['chat.qwen.ai', 'Qwen', 'ai'],
    ['poe.com', 'Poe', 'ai'],
    ['duck.ai', 'Duck.ai', 'ai'],
    ['com.openai.chatgpt', 'ChatGPT', 'ai'],
    ['com.anthropic.claude', 'Claude', 'ai'],
    ['ai.perplexity.app.android', 'Perplexity', 'ai'],
  ])('the source of %s is %s, of the kind %s', (hostname, name, kind) => {
    expect(sourceOfHost(hostname)).toEqual({ name, kind })
  })

  it.each([
    ...['docs', 'drive', 'classroom', 'accounts', 'calendar', 'meet', 'translate'].map((name) => `${name}.google.com`),
    'ai.google.com',
    'docs.aws.amazon.com',
    'sellercentral.amazon.de',
    'finance.yahoo.com',
    'tieba.baidu.com',
    'music.yandex.ru',
    'webmaster.yandex.ru',
    'news.naver.com',
    'google.example.com',
    'notgoogle.com',
    'google.com.evil.example',
    'evilfacebook.com',
    'cnn.com',
    'mail.ru',
    'intranet',
    '',
    '.',
    'constructor',
    '__proto__',
    `${'a.'.repeat(126)}com`,
    'гугл.рф',
    '??.bing.com.example',
    'google.org',
    'msn.com',
    'blog.ecosia.org',
    'play.google.com',
    'search.google.com',
    'voicemail.example.org',
    'mail23.example.org',
    'search.abv.bg',
    'checkout.stripe.com',
    'deref-.evil.example',
    'tweakers.net',
    'lemm.ee',
    'admin.shopify.com',
  ])('the list does not have the host %s', (hostname) => {
    expect(sourceOfHost(hostname)).toBeUndefined()
  })

  it.each([
    ['x.com', '/i/grok', 'Grok'],
    ['x.com', '/home', 'X'],
    ['www.google.de', '/imgres', 'Google Images'],
    ['www.bing.com', '/chat', 'Copilot'],
  ])('the source of %s%s is %s, by its path', (hostname, path, name) => {
    expect(sourceOfHost(hostname, path)?.name).toBe(name)
  })
})

describe('the source of a tag', () => {
  it.each([
    ['Facebook', 'Facebook'],
    ['IG', 'Instagram'],
    ['chatgpt.com', 'ChatGPT'],
    ['adwords', 'Google'],
    ['fb-ads', 'Facebook'],
    ['flickr', 'Flickr'],
    ['Google Images', 'Google Images'],
  ])('the tag %s is %s', (tag, name) => {
    expect(sourceOfTag(tag)?.name).toBe(name)
  })

  it.each(['', 'inbox', 'free', 'crawler', 'newsletter', 'downloads', '__proto__', 'toString', '💡', 'x'.repeat(5000)])(
    'the tag %s is not a known source',
    (tag) => {
      expect(sourceOfTag(tag)).toBeUndefined()
    },
  )

  it.each([
    ['adwords', true],
    ['google_ads', true],
    ['google', false],
    ['downloads', false],
    ['', false],
  ])('the tag %s names advertisements: %s', (tag, isAdvertised) => {
    expect(namesAdvertisements(tag)).toBe(isAdvertised)
  })
})

describe('the list of sources', () => {
  const listed = SOURCE_KINDS.flatMap((kind) => SOURCE_LIST[kind])

  it('the list has nothing but hosts in lower case', () => {
    const hosts = listed.flatMap(([, patterns]) => patterns.split(' '))
    expect(hosts.filter((host) => !PATTERN.test(host))).toEqual([])
  })

  it('no name, host or tag is listed twice', () => {
    const names = listed.map(([name]) => name)
    const hosts = listed.flatMap(([, patterns]) => patterns.split(' '))
    const tags = listed.flatMap(([, , given]) => given?.split(',') ?? [])
    for (const values of [names, hosts, tags]) expect(repeated(values)).toEqual([])
  })

  it('every tag of the list is in lower case and names its own source', () => {
    const tags = listed.flatMap(([name, , given]) => given?.split(',').map((tag) => [tag, name] as const) ?? [])
    expect(tags.filter(([tag, name]) => sourceOfTag(tag)?.name !== name)).toEqual([])
    expect(tags.filter(([tag]) => tag === '' || tag !== tag.toLowerCase())).toEqual([])
  })
})

function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, i) => values.indexOf(value) !== i)
}
