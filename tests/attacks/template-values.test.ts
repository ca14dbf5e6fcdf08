// Attack: values for a template that bring along tags, entities, more variables or keys of JavaScript's own.
import { expect, it } from 'vitest';
import type { Notification } from '#shared/contract/notification.ts';
import type { Template } from '#shared/contract/template.ts';
import type { EmbedPayload } from '#shared/embed/payload.ts';
import { describeShop } from '#tests/support/apps.ts';

describeShop('values for a template', { postgres: 'long' }, ({ owner, shop }) => {
  const add = async (message: string) => {
    const body = { name: 'x', category: 'sales', type: 'custom', settings: { message } };
    return (await owner.post<{ template: Template }>('/api/templates', body)).body.template;
  };
  const use = (template: Template, customData: unknown) =>
    owner.post<{ notification: Notification; errors?: { field: string }[] }>(
      `/api/templates/${template.id}/create-notification`,
      `{"widgetId":"${shop.widget.id}","customData":${typeof customData === 'string' ? customData : JSON.stringify(customData)}}`,
    );
  const shownMessages = async () => {
    const { body } = await owner.get<EmbedPayload>(`/api/embed/${shop.site.id}`);
    return body.notifications.map(({ message }) => message);
  };

  it('come out as text, in storage and in what visitors get', async () => {
    const template = await add('<{{name|nobody}}> {{product|nothing}} {{city|nowhere}}');
    for (const [value, text] of [
      ['<img src=x onerror=alert(1)>', 'nobody'],
      ['<script>alert(1)</script>Ana', 'Ana'],
      ['&lt;b&gt;Ana&lt;/b&gt;', '<b>Ana</b>'],
      ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
      ['b', 'b'],
      ['{{city}}', '{{city}}'],
      ['{{name|{{name}}}}', '{{name|{{name}}}}'],
      ['}}{{product|', '}}{{product|'],
      ["$& $1 $` $' \\", "$& $1 $` $' \\"],
      ["'; drop table templates; --", "'; drop table templates; --"],
      ['\u202eAna 🪑', '\u202eAna 🪑'],
      ['constructor', 'constructor'],
    ]) {
      const { status, body } = await use(template, { name: value });
      const expected = `<${text}> nothing nowhere`;
      expect([value, status, body.notification.message]).toEqual([value, 201, expected]);
      expect(await shownMessages()).toContain(expected);
    }
  });

  it('under names of JavaScript’s own are refused by name', async () => {
    const template = await add('{{constructor|a}} {{__proto__|b}} {{toString}} {{name|c}}');
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const { status, body } = await use(template, `{"${key}":{"name":"polluted"}}`);
      expect([key, status, body.errors?.map(({ field }) => field)]).toEqual([key, 400, [`customData.${key}`]]);
    }
    const { body } = await use(template, {});
    expect(body.notification.message).toBe('{{constructor|a}} {{__proto__|b}} {{toString}} c');
  });
});
