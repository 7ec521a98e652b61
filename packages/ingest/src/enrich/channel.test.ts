import { describe, expect, it } from 'vitest'
import { attribute } from './channel.ts'

function arrive(query: string, referrer?: string, excludedParams: string[] = []) {
  return attribute({ query: new URLSearchParams(query), referrer, ownHostnames: ['www.shop.example'], excludedParams })
}

describe('attribution', () => {
  it.each([
    ['', undefined, 'Direct', ''],
    ['', 'https://shop.example/cart', 'Direct', ''],
    ['', 'https://shop.example./cart', 'Direct', ''],
    ['', 'https://www.google.de/search?q=x', 'Organic Search', 'Google'],
    ['', 'https://www.google.co.uk/', 'Organic Search', 'Google'],
    ['', 'https://google.example.com/', 'Referral', 'google.example.com'],
    ['', 'https://mail.google.com/mail/u/0', 'Email', 'Gmail'],
    ['', 'https://gemini.google.com/app', 'AI Assistants', 'Gemini'],
    ['', 'https://chatgpt.com/', 'AI Assistants', 'ChatGPT'],
    ['utm_source=chatgpt.com', undefined, 'AI Assistants', 'ChatGPT'],
    ['', 'https://l.facebook.com/l.php', 'Organic Social', 'Facebook'],
    ['', 'https://t.co/abc', 'Organic Social', 'X'],
    ['', 'https://www.youtube.com/watch?v=1', 'Organic Video', 'YouTube'],
    ['', 'android-app://com.google.android.gm/', 'Email', 'Gmail'],
    ['', 'https://blog.example.org/post', 'Referral', 'blog.example.org'],
    ['', 'not a url', 'Direct', ''],
    ['gclid=abc', 'https://www.google.com/', 'Paid Search', 'Google'],
    ['gclid=abc', undefined, 'Paid Search', 'Google'],
    ['msclkid=abc', 'https://www.bing.com/', 'Paid Search', 'Bing'],
    ['ttclid=abc', undefined, 'Paid Social', 'TikTok'],
    ['fbclid=abc', undefined, 'Organic Social', 'Facebook'],
    ['utm_source=facebook&utm_medium=paid_social', undefined, 'Paid Social', 'Facebook'],
    ['utm_source=google&utm_medium=cpc', undefined, 'Paid Search', 'Google'],
    ['utm_source=adwords', undefined, 'Paid Search', 'Google'],
    ['utm_source=Google_Ads', undefined, 'Paid Search', 'Google'],
    ['utm_source=fb-ads', undefined, 'Paid Social', 'Facebook'],
    ['utm_source=facebookads', undefined, 'Paid Social', 'Facebook'],
    ['utm_source=youtube ads', undefined, 'Paid Video', 'YouTube'],
    ['utm_source=threads', undefined, 'Organic Social', 'Threads'],
    ['utm_source=downloads', undefined, 'Referral', 'downloads'],
    ['utm_source=news-site&utm_medium=cpc', undefined, 'Paid Other', 'news-site'],
    ['utm_source=youtube&utm_medium=cpv&utm_campaign=x', undefined, 'Paid Video', 'YouTube'],
    ['utm_source=news&utm_medium=banner', undefined, 'Display', 'news'],
    ['utm_source=july&utm_medium=email', undefined, 'Email', 'july'],
    ['utm_source=newsletter', undefined, 'Email', 'newsletter'],
    ['utm_medium=affiliate&utm_source=partner', undefined, 'Affiliates', 'partner'],
    ['utm_source=google&utm_campaign=summer-shopping', undefined, 'Organic Shopping', 'Google'],
    ['utm_source=google&utm_medium=cpc&utm_campaign=summer-shopping', undefined, 'Paid Shopping', 'Google'],
    ['utm_campaign=cross-network&utm_source=google', undefined, 'Cross-network', 'Google'],
    ['utm_source=onesignal&utm_medium=push', undefined, 'Push Notifications', 'onesignal'],
    ['ref=producthunt', undefined, 'Organic Social', 'Product Hunt'],
    ['source=somewhere', 'https://www.google.com/', 'Referral', 'somewhere'],
    ['', 'https://docs.google.com/document/d/1', 'Referral', 'docs.google.com'],
    ['', 'https://translate.google.com/', 'Referral', 'translate.google.com'],
    ['', 'https://finance.yahoo.com/', 'Referral', 'finance.yahoo.com'],
    ['', 'https://mail.yandex.ru/', 'Email', 'Yandex Mail'],
    ['', 'https://blog.naver.com/someone', 'Organic Social', 'Naver Blog'],
    ['', 'https://x.com/i/grok', 'AI Assistants', 'Grok'],
    ['', 'android-app://com.openai.chatgpt/', 'AI Assistants', 'ChatGPT'],
    ['', 'android-app://com.anthropic.claude', 'AI Assistants', 'Claude'],
    ['', 'android-app://ai.perplexity.app.android', 'AI Assistants', 'Perplexity'],
    ['utm_medium=display&gclid=1', undefined, 'Display', 'Google'],
    ['utm_medium=email&gclid=1', 'https://www.google.com/', 'Email', 'Google'],
    ['utm_medium=affiliate&utm_source=partner&msclkid=1', undefined, 'Affiliates', 'partner'],
    ['utm_medium=organic&gclid=1', undefined, 'Organic Search', 'Google'],
    ['utm_medium=cpc&gclid=1', undefined, 'Paid Search', 'Google'],
    ['utm_medium=email&utm_source=google_ads', undefined, 'Email', 'Google'],
    ['utm_source=(direct)&utm_medium=(none)', undefined, 'Direct', ''],
    ['utm_source=direct&utm_medium=email', undefined, 'Email', 'direct'],
    ['utm_medium=mobile&utm_source=app', undefined, 'Push Notifications', 'app'],
  ])('attributes ?%s with referrer %s to channel %s and source %s', (query, referrer, channel, source) => {
    expect(arrive(query, referrer)).toMatchObject({ channel, source })
  })

  it('keeps the referring page without its query', () => {
    expect(arrive('', 'https://www.blog.example.org/post?token=secret#x').referrer).toBe('blog.example.org/post')
    expect(arrive('', 'https://blog.example.org/').referrer).toBe('blog.example.org')
    expect(arrive('', 'https://blog.example.org/post/').referrer).toBe('blog.example.org/post')
    expect(arrive('', 'https://blog.example.org/post//').referrer).toBe('blog.example.org/post')
    expect(arrive('', `https://blog.example.org/${'/'.repeat(2000)}`).referrer).toBe('blog.example.org')
    expect(arrive('', 'https://blog.example.org//post').referrer).toBe('blog.example.org//post')
    expect(arrive('', 'https://www.shop.example/cart').referrer).toBe('')
  })

  it.each([
    'http://localhost:3000/',
    'http://app.localhost/',
    'http://printer.local/',
    'http://intranet/wiki',
    'https://WIKI:8443/',
    'http://wiki./',
    'http://ai/',
    'https://wiki.corp.internal/page',
    'http://router.home.arpa/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1:8080/admin',
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://169.254.1.1/',
    'http://[::1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[::ffff:192.168.0.1]/',
  ])('the host of a private network %s is not a source', (referrer) => {
    expect(arrive('', referrer)).toMatchObject({ channel: 'Direct', source: '', referrer: '' })
  })

  it.each([
    ['http://172.32.0.1/', '172.32.0.1'],
    ['http://8.8.8.8/x', '8.8.8.8'],
    ['http://[2606:4700::1]/', '[2606:4700::1]'],
    ['https://localhost.example/', 'localhost.example'],
    ['https://notlocal.example/', 'notlocal.example'],
    ['ios-app://585027354/', '585027354'],
  ])('the host of %s is the source %s', (referrer, source) => {
    expect(arrive('', referrer)).toMatchObject({ channel: 'Referral', source })
  })

  it('keeps campaign parameters, truncated to a maximum length', () => {
    const { utm_campaign, utm_term } = arrive(`utm_campaign=Summer&utm_term=${'x'.repeat(1000)}`)
    expect(utm_campaign).toBe('Summer')
    expect(utm_term).toHaveLength(255)
  })

  it('ignores parameters that the product excludes', () => {
    expect(arrive('ref=producthunt&gclid=1', undefined, ['REF', 'gclid'])).toMatchObject({
      channel: 'Direct',
      source: '',
    })
  })
})
